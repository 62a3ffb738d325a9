import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))

/** The list of a script that is called without a name: names, indented, with words behind them. */
function listed(script: string): string[] {
  const { stderr } = spawnSync(process.execPath, [script], { cwd: root, encoding: 'utf8' })
  return [...stderr.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name)
}

it('every command of npm that a text, a comment or a script names is there', () => {
  const names: Readonly<Record<string, readonly string[]>> = {
    bench: listed('bench/benches.ts'),
    tool: listed('test/tools.ts'),
  }
  expect(Object.values(names).map(({ length }) => length > 5)).toEqual([true, true])
  const found = execFileSync('git', ['grep', '--untracked', '-nE', 'npm run ', '--', '.', ':!test/commands.test.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  const commands = [...found.matchAll(/^(.*?:\d+):|npm run (?:-s |--silent )?([a-z][a-z0-9:-]*)(?: -- ([a-z-]+))?/gm)]
  let place = ''
  const unknown: string[] = []
  for (const [command, at, script, name] of commands) {
    place = at ?? place
    if (script === undefined) continue
    const isThere = script in scripts && (!name || !names[script] || names[script].includes(name))
    if (!isThere) unknown.push(`${place}: ${command}`)
  }
  expect(commands.length).toBeGreaterThan(100)
  expect(unknown).toEqual([])
})
