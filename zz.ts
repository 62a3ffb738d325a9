import { generateSolved } from './shared/sudoku/generate.ts'
for (let seed = 3; seed < 60; seed++) {
  const t = process.cpuUsage()
  let i = 0
  try { for (; i < 3; i++) generateSolved({ rules: 'classic', size: 6, clues: 8, seed: String(seed), index: i, solutions: false } as never) } catch { console.log(seed, i, Math.round(process.cpuUsage(t).user / 1000)); if (i > 0) break }
}
