/**
 * Why a puzzle or a rule of it cannot be, to somebody who draws or pastes it: programs are told the field, what came and
 * what was expected, which is what people read where there are no words for it here.
 *
 * @param lead the beginning of a sentence of that kind, `This cannot be`
 */
export function refusalWords(lead: string, error: string): string {
  const [, place, name] = /^(constraint \d+) \((\w+)\): /.exec(error) ?? []
  const where = place === undefined ? '' : `${name} (${place}): `
  for (const [pattern, words] of PLAIN) {
    const found = pattern.exec(error)
    if (found) return where + words(...found.slice(1))
  }
  return `${lead}: ${error}.`
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

const PLAIN: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/sum: found .*, expected (\d+)–(\d+) of 1 /, (least, most) => `One digit is ${least} at least and ${most} at most.`],
  [
    /sum: found .*, expected (\d+)–(\d+) of (\d+) (different digits|digits)/,
    (least, most, count, digits) =>
      `${NUMBERS[Number(count)] ?? count} ${digits} sum to ${least} at least and ${most} at most.`,
  ],
  [
    /found (\d+) cells, expected at most (\d+), as none holds/,
    (count, most) => `Its ${count} cells would hold different digits, and there are only ${most}.`,
  ],
  [/value: found (\S+), expected (\d+)–(\d+)/, (value, least, most) => `It may be ${least} to ${most}, not ${value}.`],
  [
    /what "(.*)" stands for is stored on the server of SudokuPad/,
    (id) =>
      `This link is only a name: its puzzle is on the server of SudokuPad. Open https://sudokupad.app/api/puzzle/${id} in another tab, and paste the text that it shows.`,
  ],
  [
    /\d: (an? .* at \S+).* shows a rule that no constraint here holds/,
    (drawing) => `There is ${drawing}, and it may show a rule that is not known here.`,
  ],
  [/no such constraint is known here/, () => 'no such constraint is known here.'],
  [/nobody can say what others keep/, () => 'A dot has a number of its own, so what others keep is unknown.'],
  [/rules: non-consecutive: found/, () => 'White dots break the rule non-consecutive, unless all of them are shown.'],
  [/found HTML or XML/, () => 'This is HTML or XML, as pages are. Copy only the puzzle: its digits, or its link.'],
  [
    /found no puzzle in .*, of which one is ("(?:[^"\\]|\\.)*")/,
    (line) => `There is no puzzle in this text. It has the line ${line}.`,
  ],
  [/found (.*), expected a puzzle a line with/, (found) => `This is no puzzle, but ${found}.`],
  [/it is cut off, or no LZ-string/, () => 'This link is cut off, or mistyped. Copy the whole of it.'],
  [
    /stored on the server of f-puzzles/,
    () =>
      'This link is only a name: its puzzle is on the server of f-puzzles. Open it there, and paste the long link that it exports, with “load=” in it.',
  ],
]
