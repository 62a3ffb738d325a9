import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

const CELLS = 81

/** The lines of a file, the first ones where there are more than asked for. */
export function linesOf(file: string, most = Number.POSITIVE_INFINITY): readonly string[] {
  return readFileSync(file, 'utf8').trim().split(/\r?\n/).slice(0, most)
}

/** Classic puzzles, whatever stands behind them in their lines. */
export function gridsOf(file: string, most?: number): readonly string[] {
  return linesOf(file, most).map((line) => line.slice(0, CELLS).replaceAll('0', '.'))
}

export function setNamed(file: string, count: number): string {
  return `${basename(file, '.txt')} (${count.toLocaleString('en')})`
}
