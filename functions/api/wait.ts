import { setTimeout as pause } from 'node:timers/promises'

/** The longest that `Prefer: wait` may hold an answer: API Gateway gives up after 30 s. */
export const MAX_WAIT_S = 20
/** Between two looks, one read unit or a few each: soon at first, when what is waited for may be almost there. */
const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 200

/** Looks again and again until what is seen will do or the time is up; answers with what was seen last. */
export async function waitFor<T>(
  look: () => Promise<T>,
  willDo: (seen: T) => boolean,
  { seconds, now }: { seconds: number; now: () => number },
): Promise<T> {
  const giveUpAt = now() + seconds * 1000
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const seen = await look()
    if (willDo(seen) || now() >= giveUpAt) return seen
    await pause(pauseMs)
  }
}
