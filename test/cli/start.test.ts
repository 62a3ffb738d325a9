import { execFileSync } from 'node:child_process'
import { expect, it, vi } from 'vitest'
import { start, sudoku } from './run.ts'

/** Processes started by a process, and by those. */
function descendants(pid: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const children = rows.map((row) => row.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === pid)
  return children.flatMap(([child]) => [child, ...descendants(child)])
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const NAME = 'solves the examples, stays up, and leaves nothing behind on %s'
it.each(['SIGINT'] as const)(NAME, staysUpUntil)
it.each(['SIGTERM'] as const)(NAME, { tags: ['long'] }, staysUpUntil)

it('says where it is as JSON if asked to, and bears a second Ctrl-C, which npm passes on', {
  tags: ['long'],
}, async () => {
  const service = start('bin/sudoku.ts', ['serve', '--port', '0', '--json'])
  const { url } = JSON.parse(await service.printed('}\n'))
  expect((await fetch(`${url}/health`)).status).toBe(200)
  for (let i = 0; i < 2; i++) service.child.kill('SIGINT')
  expect(await service.ended).toMatchObject({ code: 0, stderr: '' })
})

async function staysUpUntil(signal: NodeJS.Signals): Promise<void> {
  const service = start('bin/sudoku.ts', ['serve'], { env: { PORT: '0' } })
  const output = await service.printed('Ctrl-C ends it.')
  expect(output).toMatch(/Inkala 2006 +solved +brute-force +335,578 +8596124377238541691643795289861473/)
  expect(output).toMatch(/Devadas, even +solved +brute-force +2,056 +8492576313576182496124397584237619/)
  expect(output).toContain('completed, 8 of 8')
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? ''
  expect((await fetch(`${url}/health`)).status).toBe(200)

  const started = descendants(service.child.pid ?? 0)
  expect(started.length).toBeGreaterThanOrEqual(2)
  service.child.kill(signal)
  expect(await service.ended).toMatchObject({ code: 0, stderr: '' })
  expect(started.filter(isAlive)).toEqual([])
  await expect(fetch(url)).rejects.toThrow()
}

it.each([
  [{ CORS_ORIGINS: 'localhost:5173' }, 'expected origins, e.g. http://localhost:5173'],
  [{ AUTH: 'none' }, 'Allowed choices are open, keys.'],
  [{ PORT: 'blue' }, 'expected a whole number from 0 to 65535'],
  [{ BODY_RULE: 'by-luck' }, 'Allowed choices are by-type, by-type-and-encoding.'],
])('says what a variable has to be, and ends with 2: %j', async (variables, says) => {
  const [[name, value]] = Object.entries(variables)
  vi.stubEnv(name, value)
  const { code, stderr } = await sudoku(['serve'])
  expect(code).toBe(2)
  expect(stderr).toContain(`value '${value}' from env '${name}' is invalid. ${says}\n`)
})

it('with AUTH=keys asks for one, and says how to get in', { tags: ['long'] }, async () => {
  const service = start('bin/sudoku.ts', ['serve'], { env: { PORT: '0', AUTH: 'keys' } })
  const output = await service.printed('npm run -s keys -- mint <owner>')
  expect(output).toContain('completed, 8 of 8')
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? ''
  const key = /sudoku_\w+_[\w-]+/.exec(output)?.[0]
  expect((await fetch(`${url}/jobs`)).status).toBe(401)
  expect((await fetch(`${url}/jobs`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200)
  // The command that it prints for more of them, here without npm.
  const [, port] = /PORT=(\d+) npm run -s keys -- mint <owner>/.exec(output) ?? []
  const more = await start('infra/ops.ts', ['key', 'mint', 'ada'], { env: { PORT: port } }).ended
  expect(more).toMatchObject({ code: 0, stdout: expect.stringMatching(/^sudoku_/) })
  expect((await fetch(`${url}/jobs`, { headers: { authorization: `Bearer ${more.stdout.trim()}` } })).status).toBe(200)
  service.child.kill('SIGINT')
  expect(await service.ended).toMatchObject({ code: 0, stderr: '' })
  expect((await start('infra/ops.ts', ['key', 'list'], { env: { PORT: port } }).ended).code).toBe(1)
})
