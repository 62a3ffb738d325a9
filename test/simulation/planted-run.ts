import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Mutant } from './mutants.ts'

/** Runs `simulate.ts` in a process of its own. @returns what it prints */
export async function simulate(...options: string[]): Promise<string> {
  const script = fileURLToPath(new URL('simulate.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...options], { maxBuffer: 2 ** 28 })
  return stdout
}

/** Runs histories with a bug planted. @returns the first that broke a promise, and which; neither where none did */
export async function hunt(
  { name }: Mutant,
  seed: number,
  histories: number,
): Promise<{ readonly seed?: number; readonly promise?: string }> {
  return JSON.parse(await simulate('--mutant', name, '--seed', String(seed), '--histories', String(histories)))
}
