import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STATUSES } from '../../shared/job/result.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import { COMMANDS, sudoku } from './run.ts'

const SHELLS = ['bash', 'zsh', 'fish']
const scriptFor = async (shell: string) => (await sudoku(['completion', shell])).stdout

describe('bash completes', () => {
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sudoku-completion-'))
    mkdirSync(join(folder, 'puzzles'))
    writeFileSync(join(folder, 'my puzzles.txt'), '')
    writeFileSync(join(folder, 'script'), await scriptFor('bash'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** The proposals of bash for the last of some words, after it has read the script. */
  const completed = (...words: string[]) => {
    const script = `
      . ./script || exit 9
      shift
      COMP_WORDS=(sudoku "$@") COMP_CWORD=$#
      $(complete -p sudoku | sed -E 's/.*-F ([^ ]+).*/\\1/')
      printf '%s\\n' "\${COMPREPLY[@]}"`.replaceAll('\\$', '$')
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script, 'bash', 'x', ...words], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return stdout.split('\n').filter(Boolean)
  }

  it.each<[line: string, completions: readonly string[]]>([
    ['', [...COMMANDS, '--version', '--help']],
    ['s', ['solve', 'submit', 'status', 'sheet', 'serve']],
    ['solve p', ['puzzles']],
    ['solve my', ['my puzzles.txt']],
    ['solve --strategy ', STRATEGY_NAMES],
    ['solve --strategy s', ['single-sweep', 'singles']],
    ['solve --strategy = s', ['single-sweep', 'singles']],
    ['solve --format =', ['text', 'csv', 'ndjson', 'kaggle', 'fpuzzles', 'json', 'pretty']],
    ['results --status ', STATUSES],
    ['results --status solved,inv', ['solved,invalid']],
    ['results j', []],
    ['solve --url p', []],
    ['--quiet solve --st', ['--strategy', '--status']],
    ['generate --so', ['--solutions']],
    ['status --strat', []],
    ['completion ', SHELLS],
    ['serve --auth ', ['open', 'keys']],
  ])('%j', (line, completions) => {
    expect(completed(...line.split(' ')).toSorted()).toEqual(completions.toSorted())
  })
})

describe.each(SHELLS)('the script for %s', (shell) => {
  it('is one that the shell reads, where it is installed', async () => {
    const checked = spawnSync(shell, ['-n'], { input: await scriptFor(shell), encoding: 'utf8' })
    // Where the shell is missing, nothing is known.
    if (checked.error) expect(checked.error).toMatchObject({ code: 'ENOENT' })
    else expect(checked).toMatchObject({ status: 0, stderr: '' })
  })

  it('has every command with every option that its help has', async () => {
    const script = await scriptFor(shell)
    const flagsOf = (text: string) => new Set(text.match(/(?<=^ +(-\w, )?)--[a-z-]+/gm))
    for (const command of COMMANDS) {
      // The lines that are about the command alone.
      const about = {
        bash: new RegExp(`^ *${command}(,--[a-z-]+)?\\).*$`, 'gm'),
        zsh: new RegExp(`^    ${command}\\)\\n(.*\\n)*?      ;;$`, 'gm'),
        fish: new RegExp(`^.*subcommand_from ${command}'.*$`, 'gm'),
      }[shell] as RegExp
      const lines = (script.match(about) ?? []).join('\n')
      const flags = flagsOf((await sudoku([command, '--help'])).stdout)
      expect(flags.size).toBeGreaterThan(3)
      for (const flag of flags) {
        const name = shell === 'fish' ? ` -l ${flag.slice(2)} ` : flag
        expect({ command, flag, isIn: lines.includes(name) }).toEqual({ command, flag, isIn: true })
      }
    }
  })
})
