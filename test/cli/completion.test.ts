import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { STATUSES } from '../../shared/job/result.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import { COMMANDS, sudoku } from './run.ts'

const SHELLS = ['bash', 'zsh', 'fish']
const scriptFor = async (shell: string) => (await sudoku(['completion', shell])).stdout
const proposed = async (...words: string[]) => {
  const { stdout, stderr } = await sudoku(['complete', '--', ...words])
  expect(stderr).toBe('')
  return stdout.split('\n').flatMap((line) => line.split('\t')[0] || [])
}

it.each<[line: string, completions: readonly string[]]>([
  ['', [...COMMANDS, '--version', '--json', '--quiet', '--help']],
  ['s', ['solve', 'submit', 'status', 'sheet', 'serve']],
  ['solve p', []],
  ['solve --strategy ', STRATEGY_NAMES],
  ['solve --strategy s', ['single-sweep', 'singles']],
  ['solve --strategy = s', ['single-sweep', 'singles']],
  ['solve --strategy=s', ['--strategy=single-sweep', '--strategy=singles']],
  ['solve --format =', ['text', 'csv', 'ndjson', 'kaggle', 'fpuzzles', 'json', 'pretty']],
  ['results --status ', STATUSES],
  ['results --status solved,inv', ['solved,invalid']],
  ['results --status=solved,inv', ['--status=solved,invalid']],
  ['solve --url p', []],
  ['--quiet solve --st', ['--strategy', '--status']],
  ['status --strat', []],
  ['completion ', SHELLS],
  ['serve --auth ', ['open', 'keys']],
])('%j is completed', async (line, completions) => {
  expect((await proposed(...line.split(' '))).toSorted()).toEqual(completions.toSorted())
})

it('every option that the help of a command has is proposed, with what it does', async () => {
  for (const command of COMMANDS) {
    const flags = (await sudoku([command, '--help'])).stdout.match(/(?<=^ +(-\w, )?)--[a-z-]+/gm) ?? []
    expect(flags.length).toBeGreaterThan(3)
    expect(await proposed(command, '-')).toEqual(expect.arrayContaining(flags))
  }
  expect((await sudoku(['complete', '--', 'solve', '--from'])).stdout).toBe(
    '--from\tthe place of the first result to print, among the puzzles\n',
  )
})

it('bash asks for the words up to the cursor, and takes those that come back', async () => {
  const script = `${await scriptFor('bash')}
    sudoku() { printf '%s\\t%s\\n' 'a word' "$#" "\${@: -1}" last; }
    COMP_WORDS=(sudoku solve 'my file' behind) COMP_CWORD=2
    $(complete -p sudoku | sed -E 's/.*-F ([^ ]+).*/\\1/')
    printf '[%s]' "\${COMPREPLY[@]}"`
  expect(spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' })).toMatchObject({
    stdout: '[a word][my file]',
    stderr: '',
  })
})

it.each(SHELLS)('the script for %s is one that the shell reads, where it is installed', async (shell) => {
  const checked = spawnSync(shell, ['-n'], { input: await scriptFor(shell), encoding: 'utf8' })
  // Where the shell is missing, nothing is known.
  if (checked.error) expect(checked.error).toMatchObject({ code: 'ENOENT' })
  else expect(checked).toMatchObject({ status: 0, stderr: '' })
})
