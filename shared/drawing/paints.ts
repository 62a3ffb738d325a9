export type Attributes = Readonly<Record<string, string | number>>

const HALO = { stroke: '#fff', 'stroke-width': 0.07, 'paint-order': 'stroke' } as const

const TABLE = {
  shade: { fill: '#e6e6e6' },
  thermometer: broad('#cfcfcf', 0.3),
  'slow-thermometer': broad('#cfcfcf', 0.14),
  bulb: { fill: '#cfcfcf' },
  palindrome: broad('#d6d6d6'),
  renban: broad('#e3b1e8'),
  whispers: broad('#a9dba4'),
  'region-sum': broad('#a4d8ee'),
  entropic: broad('#f3c795'),
  modular: broad('#c9c4f2'),
  nabner: broad('#f2c4c9'),
  zipper: broad('#c3dfc9'),
  'sum-line': broad('#e9dfa0'),
  lockout: { stroke: '#7a9cc6', 'stroke-width': 0.08 },
  custom: { ...broad('#b9c7d9', 0.14), 'stroke-dasharray': '0.3 0.2' },
  between: { stroke: '#999', 'stroke-width': 0.08 },
  arrow: { stroke: '#888', 'stroke-width': 0.05, 'stroke-linejoin': 'round' },
  circle: { stroke: '#888', 'stroke-width': 0.05 },
  mark: { stroke: '#777', 'stroke-width': 0.035 },
  extreme: { stroke: '#444', 'stroke-width': 0.03 },
  thin: { stroke: '#888', 'stroke-width': 0.015 },
  thick: { stroke: '#000', 'stroke-width': 0.05, 'stroke-linecap': 'square' },
  cage: { stroke: '#222', 'stroke-width': 0.02, 'stroke-dasharray': '0.08 0.05' },
  'cage-sum': { ...textOf(0.21), ...HALO, 'text-anchor': 'start' },
  'white-dot': { fill: '#fff', stroke: '#000', 'stroke-width': 0.025 },
  'black-dot': { fill: '#000', stroke: '#000', 'stroke-width': 0.025 },
  'white-dot-text': textOf(0.2),
  'black-dot-text': { ...textOf(0.2), fill: '#fff' },
  'sign-text': { ...textOf(0.26), ...HALO, 'font-weight': 700 },
  clue: textOf(0.5),
  draft: { stroke: '#24418f', 'stroke-width': 0.04 },
  'clue-arrow': { stroke: '#000', 'stroke-width': 0.035 },
  'hint-unit': { fill: '#eef1fb' },
  'hint-frame': { stroke: '#2345b8', 'stroke-width': 0.045, 'stroke-dasharray': '0.14 0.09' },
  'hint-cell': { fill: '#fff1c4' },
  'hint-on': { fill: '#c9eadd', stroke: '#0b6b53', 'stroke-width': 0.025 },
  'hint-off': { fill: '#fbe3d0', stroke: '#a34a00', 'stroke-width': 0.025 },
  'hint-placed': { fill: '#c9eadd', stroke: '#0b6b53', 'stroke-width': 0.025 },
  'hint-placed-ring': { stroke: '#0b6b53', 'stroke-width': 0.025 },
  'hint-gone': { stroke: '#b3152b', 'stroke-width': 0.04, 'stroke-linecap': 'round' },
  'hint-strong': { stroke: '#2345b8', 'stroke-width': 0.03, 'stroke-linecap': 'round' },
  'hint-weak': { stroke: '#2345b8', 'stroke-width': 0.025, 'stroke-dasharray': '0.07 0.05' },
} satisfies Readonly<Record<string, Attributes>>

/** How shapes are drawn, which is in `board.css` for the page. */
export type Paint = keyof typeof TABLE

/** How they are painted in a file, which no style sheet comes with: lengths in cells, on white paper. */
export const PAINTS: Readonly<Record<Paint, Attributes>> = TABLE

function broad(stroke: string, width = 0.24): Attributes {
  return { stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
}

function textOf(size: number): Attributes {
  return { fill: '#000', 'font-size': size, 'text-anchor': 'middle', 'dominant-baseline': 'central' }
}
