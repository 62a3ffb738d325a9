import { Argument, type Command, Option } from 'commander'
import { INCLUSION_NAMES } from '../shared/job/inclusions.ts'
import { STATUSES } from '../shared/job/result.ts'
import { HUMAN_TECHNIQUE_NAMES, TECHNIQUE_NAMES } from '../shared/sudoku/rating/techniques.ts'
import type { CommandContext } from './context.ts'
import { addExamples, type GlobalOptions } from './options.ts'
import { print } from './streams.ts'

/** A command as a shell knows it, to complete its words. */
interface Completion {
  readonly name: string
  readonly description: string
  readonly options: readonly OptionCompletion[]
  readonly takesFile: boolean
  /** The words that its argument may be, if they are known. */
  readonly words: readonly string[]
}

interface OptionCompletion {
  readonly flag: string
  readonly description: string
  readonly takesValue: boolean
  readonly values: readonly string[]
  /** Whether the value may be several of them, with commas between them. */
  readonly isList: boolean
}

/** Each writes the script with which a shell completes the words of `sudoku`. */
const SHELLS = { bash, zsh, fish } as const satisfies Record<string, (commands: readonly Completion[]) => string>
type Shell = keyof typeof SHELLS

/** Adds `completion` to a program, which completes all commands that the program has by then. */
export function addCompletion(program: Command, context: CommandContext): void {
  const command = program
    .command('completion')
    .description('print a script with which a shell completes the words of sudoku')
    .addArgument(new Argument('<shell>').choices(Object.keys(SHELLS)))
    .action(async (shell: Shell) => {
      const script = SHELLS[shell](program.commands.map((each) => completionOf(each, program)))
      const { json }: GlobalOptions = command.optsWithGlobals()
      await print(json ? `${JSON.stringify({ shell, script })}\n` : script, context)
    })
  addExamples(command, {
    'completion bash > ~/.local/share/bash-completion/completions/sudoku': 'for every new bash',
    'completion zsh > ~/.zsh/_sudoku': 'for every new zsh, if that folder is in its fpath',
    'completion fish > ~/.config/fish/completions/sudoku.fish': 'for every new fish',
  })
}

function completionOf(command: Command, program: Command): Completion {
  const [argument] = command.registeredArguments
  return {
    name: command.name(),
    description: command.description(),
    options: [...command.options, ...program.options, new Option('--help', 'print help')].map(optionCompletionOf),
    takesFile: argument?.name() === 'file',
    words: argument?.argChoices ?? [],
  }
}

function optionCompletionOf({ long, description, required, argChoices }: Option): OptionCompletion {
  const list = LISTS.get(long ?? '')
  return {
    flag: long ?? '',
    // The first sentence of several.
    description: description.split('. ')[0],
    takesValue: required,
    values: list ?? argChoices ?? [],
    isList: list !== undefined,
  }
}

/** Options whose value may be several words. */
const LISTS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['--status', STATUSES],
  ['--technique', TECHNIQUE_NAMES],
  ['--level', HUMAN_TECHNIQUE_NAMES],
  ['--include', INCLUSION_NAMES],
])

function bash(commands: readonly Completion[]): string {
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flag, values, isList }) => {
        const list = isList ? `head=\${cur%"\${cur##*,}"} ` : ''
        return `    ${name},${flag}) ${list}words='${values.join(' ')}' ;;`
      }),
  )
  const options = commands.map(
    ({ name, options }) => `      ${name}) words='${options.map(({ flag }) => flag).join(' ')}' ;;`,
  )
  const words = commands
    .filter((command) => command.words.length > 0)
    .map((command) => `      ${command.name}) words='${command.words.join(' ')}' ;;`)
  const withFile = commands.filter(({ takesFile }) => takesFile).map(({ name }) => name)
  return `# bash completion of sudoku
_sudoku() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command='' head='' words='' word IFS=$' \\t\\n'
  # To bash "=" is a word of its own.
  if [[ $cur == '=' ]]; then cur=''
  elif [[ $prev == '=' ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in ${commands.map(({ name }) => name).join('|')}) command=$word; break ;; esac
  done
  case $command,$prev in
${values.join('\n')}
    *) if [[ -z $command ]]; then
      words='${commands.map(({ name }) => name).join(' ')} --version --help'
    elif [[ $cur == -* ]]; then case $command in
${options.join('\n')}
    esac
    else case $command in
${words.join('\n')}
      ${withFile.join('|')})
        IFS=$'\\n'
        compopt -o filenames 2> /dev/null
        COMPREPLY=($(compgen -f -- "$cur"))
        return ;;
    esac
    fi ;;
  esac
  COMPREPLY=($(compgen -P "$head" -W "$words" -- "\${cur#"$head"}"))
}
complete -F _sudoku sudoku
`
}

function zsh(commands: readonly Completion[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const escaped = (text: string) => text.replace(/[[\]:\\]/g, '\\$&')
  const optionOf = ({ flag, description, takesValue, values, isList }: OptionCompletion) => {
    const name = flag.slice(2)
    const choice = isList
      ? `_values -s , ${name} ${values.join(' ')}`
      : values.length > 0
        ? `(${values.join(' ')})`
        : ' '
    return quoted(`${flag}[${escaped(description)}]${takesValue ? `:${name}:${choice}` : ''}`)
  }
  const argumentOf = ({ takesFile, words }: Completion) =>
    takesFile ? [quoted('1:file:_files')] : words.length > 0 ? [quoted(`1:word:(${words.join(' ')})`)] : []
  return `#compdef sudoku
# zsh completion of sudoku
_sudoku() {
  local -a commands
  if (( CURRENT == 2 )); then
    commands=(
${commands.map(({ name, description }) => `      ${quoted(`${name}:${description}`)}`).join('\n')}
    )
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${commands
  .map((command) => {
    const lines = [...command.options.map(optionOf), ...argumentOf(command)].map((line) => `        ${line}`)
    return `    ${command.name})\n      _arguments \\\n${lines.join(' \\\n')}\n      ;;`
  })
  .join('\n')}
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _sudoku "$@"; else compdef _sudoku sudoku; fi
`
}

function fish(commands: readonly Completion[]): string {
  const quoted = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`
  const lines = commands.flatMap(({ name, description, options, takesFile, words }) => {
    const here = `complete -c sudoku -n ${quoted(`__fish_seen_subcommand_from ${name}`)}`
    return [
      `complete -c sudoku -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
      ...(takesFile ? [`${here} -F`] : []),
      ...(words.length > 0 ? [`${here} -a ${quoted(words.join(' '))}`] : []),
      ...options.map(({ flag, description: does, takesValue, values, isList }) => {
        const list = isList ? `(__fish_append , ${values.join(' ')})` : values.join(' ')
        const value = takesValue ? ` -x${values.length > 0 ? ` -a ${quoted(list)}` : ''}` : ''
        return `${here} -l ${flag.slice(2)}${value} -d ${quoted(does)}`
      }),
    ]
  })
  return `# fish completion of sudoku\ncomplete -c sudoku -f\n${lines.join('\n')}\n`
}
