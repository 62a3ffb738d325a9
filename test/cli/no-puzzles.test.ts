import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sudoku } from './run.ts'

function fileOf(content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'sudoku-none-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'puzzles.txt')
  writeFileSync(file, content)
  return file
}

describe.each(['rate', 'dedupe', 'convert'])('%s refuses a file, by its name,', (command) => {
  it.each([
    ['that is empty', '', 'found no puzzle, expected at least one'],
    ['of blank lines and comments', ' \n\n# none yet\n', 'found no puzzle, expected at least one'],
    ['of another kind', '%PDF-1.7\n', 'found a PDF document'],
    ['with a line that is longer than a piece', gzipSync('-'.repeat(40_000_000)), 'no place to cut within'],
  ])('%s', async (_what, content, reason) => {
    const file = fileOf(content)
    const { code, stdout, stderr } = await sudoku([command, file])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`sudoku: ${file}: ${reason}`)
  })
})
