import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A folder that goes when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sudoku-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Runs a script as npm would.
 *
 * @param to the file that takes its standard output
 * @returns the seconds from its start to its end
 * @throws if it ends otherwise than with 0, or with 1 and no words: then not every puzzle could be solved
 */
export async function run(script: string, args: readonly string[], to: string): Promise<number> {
  const output = openSync(to, 'w')
  const start = performance.now()
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    stdio: ['ignore', output, 'pipe'],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: `${ROOT}/node_modules/.cache/compile` },
  })
  closeSync(output)
  const end = () => child.kill()
  process.once('exit', end)
  const said = child.stderr && text(child.stderr)
  const [code] = await once(child, 'exit')
  const seconds = (performance.now() - start) / 1000
  const stderr = (await said) ?? ''
  process.off('exit', end)
  if (code !== 0 && (code !== 1 || stderr !== '')) throw new Error(`${script} ended with ${code}: ${stderr}`)
  return seconds
}
