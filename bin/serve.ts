import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ServeOptions } from '../infra/serve.ts'
import { originsIn, STAGE_NAMES } from '../infra/settings/doors.ts'
import { AUTHS, LOCAL_PORT, ServeError } from '../infra/settings/settings.ts'
import { BODY_RULES } from '../shared/protocol/body-encoding.ts'
import { addExamples, type GlobalOptions, wholeNumber } from './options.ts'
import type { CommandContext } from './streams.ts'

type ServeAsked = GlobalOptions & Omit<ServeOptions, 'commandAt' | 'say' | 'onUp' | 'signal'>

export function addServe(program: Command, context: CommandContext): void {
  const command = program
    .command('serve')
    .description('start the service on this machine, until Ctrl-C, as npm start does; --json prints its address')
    .addOption(
      new Option('--port <number>', 'where it answers; 0 for any free port')
        .env('PORT')
        .default(LOCAL_PORT)
        .argParser(wholeNumber(0, 65_535)),
    )
    .addOption(
      new Option('--auth <name>', 'whether it asks everybody for a key; open, but with --as')
        .env('AUTH')
        .choices(AUTHS),
    )
    .addOption(new Option('--as <stage>', 'let in what that stage does in the cloud, and no more').choices(STAGE_NAMES))
    .option('--asset', 'run the bundles that npm run synth has made', false)
    .addOption(
      new Option('--origins <list>', 'origins whose pages may call it from a browser, separated by commas')
        .env('CORS_ORIGINS')
        .argParser(origins),
    )
    .addOption(
      new Option('--body-rule <name>', 'by what the gateway tells texts from bytes')
        .env('BODY_RULE')
        .choices(BODY_RULES),
    )
    .addOption(new Option('--log-level <level>', 'the least level of the log lines that are shown').env('LOG_LEVEL'))
    .action(async () => {
      const { json, quiet, ...asked }: ServeAsked = command.optsWithGlobals()
      const { name = 'sudoku', stdout, signal } = context
      const { serve } = await serviceOfCheckout()
      const say = (text: string) => void stdout.stream.write(`${text}\n`)
      await serve({
        ...asked,
        commandAt: (other) => `${name} serve --port ${other}`,
        say: json || quiet ? () => {} : say,
        onUp: (access) => {
          if (json) say(JSON.stringify(access))
        },
        signal,
      })
    })
  addExamples(command, {
    'serve --port 4000': 'then --url http://127.0.0.1:4000, or SUDOKU_URL, leads other commands there',
    'serve --auth keys': 'asks for a key, and prints a first one',
  })
}

function origins(list: string): readonly string[] {
  const found = originsIn(list)
  if (!found) throw new InvalidArgumentError('expected origins, e.g. http://localhost:5173')
  return found
}

/**
 * The emulated AWS is large, and no part of a package.
 *
 * @throws {ServeError} if it is not there
 */
async function serviceOfCheckout() {
  try {
    return await import('../infra/serve.ts')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new ServeError(
      'a service can be started in a checkout of the project only; name another one with --url or SUDOKU_URL',
    )
  }
}
