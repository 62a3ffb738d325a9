import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { fileOf, sudoku } from './run.ts'

describe.each(['solve', 'rate', 'candidates', 'dedupe', 'convert', 'sheet'])(
  '%s refuses a file, by its name,',
  (command) => {
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
  },
)
