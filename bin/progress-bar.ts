import { SingleBar } from 'cli-progress'
import type { CommandContext } from './context.ts'

/**
 * A bar that tells how many of some puzzles are done; not begun yet.
 *
 * @param doing in a word: `rating`
 * @param more is said of it
 */
export function progressBar(
  doing: string,
  { stderr }: Pick<CommandContext, 'stderr'>,
  more = '{eta_formatted} left',
): SingleBar {
  return new SingleBar({
    format: `${doing} [{bar}] {value}/{total} puzzles, ${more}`,
    stream: stderr,
    // The bar stays silent unless standard error is a terminal.
    noTTYOutput: false,
    clearOnComplete: true,
    hideCursor: true,
  })
}
