import { Argument, type Command, type Option } from 'commander'
import { INCLUSION_NAMES } from '../shared/job/inclusions.ts'
import { STATUSES } from '../shared/job/result.ts'
import { HUMAN_TECHNIQUE_NAMES, TECHNIQUE_NAMES } from '../shared/sudoku/rating/techniques.ts'
import { addExamples, type GlobalOptions } from './options.ts'
import { type CommandContext, print } from './streams.ts'

/** By shell, a script that asks `sudoku complete` for the words; where it has none, the shell offers files. */
const SHELLS = {
  bash: `# bash completion of sudoku
_sudoku() {
  local IFS=$'\\n'
  COMPREPLY=($(sudoku complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null | cut -f 1))
}
complete -o default -F _sudoku sudoku
`,
  zsh: `#compdef sudoku
# zsh completion of sudoku
_sudoku() {
  local -a found
  found=(\${(f)"$(sudoku complete -- "\${(@)words[2,CURRENT]}" 2> /dev/null | cut -f 1)"})
  if (( $#found )); then compadd -a found; else _files; fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _sudoku "$@"; else compdef _sudoku sudoku; fi
`,
  fish: `# fish completion of sudoku
complete -c sudoku -a '(sudoku complete -- (commandline -opc)[2..] "$(commandline -ct)" 2> /dev/null)'
`,
} as const

/** Adds `completion` to a program, and what its scripts ask: they complete all commands that the program has by then. */
export function addCompletion(program: Command, context: CommandContext): void {
  const command = program
    .command('completion')
    .description('print a script with which a shell completes the words of sudoku')
    .addArgument(new Argument('<shell>').choices(Object.keys(SHELLS)))
    .action(async (shell: keyof typeof SHELLS) => {
      const { json }: GlobalOptions = command.optsWithGlobals()
      const script = SHELLS[shell]
      await print(json ? `${JSON.stringify({ shell, script })}\n` : script, context)
    })
  addExamples(command, {
    'completion bash > ~/.local/share/bash-completion/completions/sudoku': 'for every new bash',
    'completion zsh > ~/.zsh/_sudoku': 'for every new zsh, if that folder is in its fpath',
    'completion fish > ~/.config/fish/completions/sudoku.fish': 'for every new fish',
  })
  const known = program.commands.slice()
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action((words: readonly string[]) => {
      // Only the first sentence of several.
      const lines = proposals(words, program, known).map(({ word, does = '' }) => `${word}\t${does.split('. ')[0]}\n`)
      return print(lines.join(''), context)
    })
}

/** A word that may stand in the place of the one that is typed, with what it does. */
interface Proposal {
  readonly word: string
  readonly does?: string
}

const HELP: Proposal = { word: '--help', does: 'print help' }

/** What the last of some words may become. */
function proposals(words: readonly string[], program: Command, commands: readonly Command[]): Proposal[] {
  // To bash "=" is a word of its own.
  const before = words.slice(0, -1).filter((word) => word !== '=')
  const typed = words.at(-1) === '=' ? '' : (words.at(-1) ?? '')
  const command = commands.find((each) => before.includes(each.name()))
  const options = [...(command?.options ?? []), ...program.options]
  const [, flag = before.at(-1), value = typed] = /^(--[\w-]+)=(.*)$/.exec(typed) ?? []
  const option = options.find(({ long, required }) => required && long === flag)
  const flags = options.map(({ long, description: does }): Proposal => ({ word: long ?? '', does })).concat(HELP)
  const all = option ? valuesOf(option, typed.slice(0, typed.length - value.length), value) : wordsOf()
  return all.filter(({ word }) => word.startsWith(typed))

  function wordsOf(): Proposal[] {
    if (!command) return [...commands.map((each) => ({ word: each.name(), does: each.description() })), ...flags]
    if (typed.startsWith('-')) return flags
    return (command.registeredArguments[0]?.argChoices ?? []).map((word) => ({ word }))
  }
}

/** Options whose value may be several words, with commas between them. */
const LISTS: ReadonlyMap<string | undefined, readonly string[]> = new Map<string, readonly string[]>([
  ['--status', STATUSES],
  ['--technique', TECHNIQUE_NAMES],
  ['--level', HUMAN_TECHNIQUE_NAMES],
  ['--include', INCLUSION_NAMES],
])

/** The values of an option, each behind what stands before it in its word. */
function valuesOf({ long, argChoices }: Option, head: string, value: string): Proposal[] {
  const list = LISTS.get(long)
  const before = head + (list ? value.slice(0, value.lastIndexOf(',') + 1) : '')
  return (list ?? argChoices ?? []).map((word) => ({ word: before + word }))
}
