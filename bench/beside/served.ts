import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { childrenOf, cpuSecondsOf, endedSeconds, run } from '../measuring/processes.ts'

const CLI = 'bin/sudoku.ts'

/** The service of a checkout, which its command line starts and sends a file through. */
export async function servedBy(root: string, file: string, folder: string) {
  const service = spawn(process.execPath, [CLI, 'serve', '--json', '--port', '0'], {
    cwd: root,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = () => service.kill()
  process.once('exit', end)
  const ended = new AbortController()
  service.once('exit', () => ended.abort(new Error(`the service of ${root} has ended`)))
  const [line] = await once(createInterface({ input: service.stdout }), 'line', { signal: ended.signal })
  const { url }: { url: string } = JSON.parse(line)
  const pid = service.pid ?? Number.NaN
  /** Functions that have ended meanwhile are among those of the process that started them. */
  const served = () =>
    [pid, ...childrenOf(pid).map((child) => child.pid)].reduce(
      (sum, each) => sum + cpuSecondsOf(each),
      endedSeconds(pid),
    )
  const to = join(folder, 'solved.txt')
  return {
    async once() {
      const before = served()
      const { cpuSeconds } = await run(CLI, ['solve', file, '--url', url], { to, root })
      const found = createHash('sha256').update(readFileSync(to)).digest('hex')
      return { cpuSeconds: cpuSeconds + served() - before, found }
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', end)
      if (ended.signal.aborted) return
      service.kill()
      await once(service, 'exit')
    },
  }
}
