import { expect, it } from 'vitest'
import { LARGEST } from '../sudoku/largest.ts'
import { sudoku } from './run.ts'

it('a 36×36 grid is converted to each form and back', async () => {
  for (const form of ['ndjson', 'fpuzzles']) {
    const written = await sudoku(['convert', '-', '--to', form, '--rules', 'diagonal'], { input: `${LARGEST}\n` })
    expect(written).toMatchObject({ code: 0, stderr: '' })
    const read = await sudoku(['convert', '-', '--to', 'ndjson'], { input: written.stdout })
    expect(read).toEqual({
      code: 0,
      stdout: `${JSON.stringify({ puzzle: LARGEST, rules: ['diagonal'] })}\n`,
      stderr: '',
    })
  }
})
