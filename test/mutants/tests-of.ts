import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Node, parseSync, Visitor } from 'oxc-parser'

/** How many imports away a test file is from each file that it loads. */
export type Distances = ReadonlyMap<string, number>

/** Starts the service that tests share. */
export const SERVICE = 'test/shared-service.ts'

/** The test files that need no browser, with the files that they load, also through the service that tests share. */
export function testsIn(root: string): ReadonlyMap<string, Distances> {
  const loads = new Map<string, readonly string[]>()
  const found = new Map<string, Distances>()
  const exclude = ['**/*.browser.test.ts', 'test/mutants/**']
  for (const test of globSync('test/**/*.test.ts', { cwd: root, exclude })) {
    const distances = new Map([[test, 0]])
    for (const [file, distance] of distances) {
      const loaded = loads.get(file) ?? loadedBy(root, file)
      loads.set(file, loaded)
      for (const next of loaded) if (!distances.has(next)) distances.set(next, distance + 1)
    }
    found.set(test, distances)
  }
  return found
}

/** The sources that a file imports, or starts as a process or thread of their own. */
function loadedBy(root: string, file: string): string[] {
  if (!/\.(ts|tsx|mjs)$/.test(file)) return []
  const source = readFileSync(join(root, file), 'utf8')
  // The runtime of the service on this machine is told which handler to load.
  const told = file === 'infra/local/runtime.ts' ? globSync('functions/lambda/*.ts', { cwd: root }) : []
  const asked = /inject\('serviceUrl'\)/.test(source) ? [SERVICE] : []
  const found: string[] = []
  const named = (node: Node | null | undefined) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') found.push(node.value)
  }
  new Visitor({
    ImportDeclaration: (node) => node.importKind !== 'type' && named(node.source),
    ExportNamedDeclaration: (node) => node.exportKind !== 'type' && named(node.source),
    ExportAllDeclaration: (node) => node.exportKind !== 'type' && named(node.source),
    ImportExpression: (node) => named(node.source),
    // new URL('worker.ts', import.meta.url)
    NewExpression: (node) =>
      node.callee.type === 'Identifier' && node.callee.name === 'URL' && named(node.arguments[0]),
  }).visit(parseSync(file, source).program)
  return [...told, ...asked, ...found.map((specifier) => join(dirname(file), specifier))].filter((path) =>
    statSync(join(root, path), { throwIfNoEntry: false })?.isFile(),
  )
}
