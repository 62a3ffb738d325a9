import { type ChildProcess, spawn } from 'node:child_process'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A script of this project started as a user would, with what it prints. */
export function start(script: string, args: readonly string[], options: { input?: string; env?: object } = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: new URL('../../', import.meta.url),
    env: { PATH: process.env.PATH, ...options.env },
  })
  child.stdin.end(options.input)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (data) => {
    stdout += data
  })
  child.stderr.on('data', (data) => {
    stderr += data
  })
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
  return { child, ended, printed: (text: string) => printed(child, () => stdout + stderr, text) }
}

/** Waits until a text has been printed; throws where the process ends without it. */
async function printed(child: ChildProcess, soFar: () => string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (soFar().includes(text)) resolve(soFar())
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    child.on('close', () => reject(new Error(`ended without "${text}":\n${soFar()}`)))
    look()
  })
}
