#!/usr/bin/env node
import { fstatSync } from 'node:fs'
import { EXIT, main } from './main.ts'

const STDOUT = 1

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())
// A reader that has seen enough, like `head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  // Any other is told by what prints.
})

const { stdin, stdout: stream, stderr } = process
const stdout = { stream, file: fstatSync(STDOUT).isFile() ? STDOUT : undefined }
process.exitCode = await main(process.argv.slice(2), { stdin, stdout, stderr, signal: interruption.signal })
// Output that its reader has not taken yet would keep the process.
if (process.exitCode === EXIT.interrupted) process.exit()
