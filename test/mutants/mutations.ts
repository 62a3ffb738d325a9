import { type BinaryExpression, type Node, parseSync, type Span, visitorKeys } from 'oxc-parser'

/** A small change of a source that a test should notice: a text in the place of what is from `start` to `end`. */
export interface Mutation extends Span {
  readonly text: string
  /** From 1: where the change begins. */
  readonly line: number
  /** The lines that change, white space made one blank, and what becomes of them. */
  readonly was: string
  readonly becomes: string
}

/** The operators that may take the place of one: the other side of its boundary, and its opposite. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
  '&=': ['|='],
  '|=': ['&='],
  '^=': ['&='],
  '<<=': ['>>='],
  '>>=': ['<<='],
  '>>>=': ['<<='],
  '&&=': ['='],
  '||=': ['='],
  '??=': ['='],
  '++': ['--'],
  '--': ['++'],
}

/** Replacements, each for a range of the source. */
interface Site extends Span {
  readonly texts: readonly string[]
}

/**
 * All mutations of a source, those of one place together: a place is drawn first and then one of its changes, so that
 * no kind of place weighs more because more can be done to it.
 */
export function mutationsOf(file: string, source: string): Mutation[][] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const sites: Site[] = []
  visit(program, undefined)
  return sites.map(({ start, end, texts }) => {
    const [begin, stop] = [source.lastIndexOf('\n', start - 1) + 1, source.indexOf('\n', end)]
    const [before, after] = [source.slice(begin, start), source.slice(end, stop === -1 ? undefined : stop)]
    const oneLine = (text: string) => `${before}${text}${after}`.replace(/\s+/g, ' ').trim()
    const line = source.slice(0, start).split('\n').length
    const was = oneLine(source.slice(start, end))
    return texts.map((text) => ({ start, end, text, line, was, becomes: oneLine(text) }))
  })

  function visit(node: Node, parent: Node | undefined): void {
    // A type is checked by the compiler, and a name in an import by the loader.
    if (
      /^TS(?!AsE|SatisfiesE|NonNullE)|^Import(Declaration|Expression)|^Export(All|Named)Declaration$/.test(node.type)
    ) {
      if (node.type === 'ExportNamedDeclaration' && node.declaration) visit(node.declaration, node)
      return
    }
    // A broken promise throws, which no input should bring about: neither what it says nor where it begins is tried.
    if (isInvariant(node)) return
    if (node.type === 'IfStatement' && isInvariant(node.consequent)) {
      sites.push({ ...spanOf(node.test), texts: [`!(${textOf(node.test)})`] })
      return
    }
    const site = siteAt(node, parent)
    if (site) sites.push(site)
    for (const key of visitorKeys[node.type]) {
      const child = (node as unknown as Record<string, Node | (Node | null)[] | null>)[key]
      for (const one of Array.isArray(child) ? child : [child]) if (one) visit(one, node)
    }
  }

  function textOf({ start, end }: Span): string {
    return source.slice(start, end)
  }

  function siteAt(node: Node, parent: Node | undefined): Site | undefined {
    const whole = (...texts: string[]) => ({ ...spanOf(node), texts })
    switch (node.type) {
      case 'BinaryExpression':
      case 'AssignmentExpression':
        return operatorSite(node.left, node.operator, node.right)
      case 'LogicalExpression': {
        const [left, right] = [textOf(node.left), textOf(node.right)]
        if (node.operator === '??') return whole(right)
        // Both may stand beside another operator that binds in between.
        return whole(`(${left} ${INSTEAD[node.operator][0]} ${right})`)
      }
      case 'UpdateExpression': {
        const [other] = INSTEAD[node.operator]
        return whole(node.prefix ? other + textOf(node.argument) : textOf(node.argument) + other)
      }
      case 'UnaryExpression':
        return /^[!~-]$/.test(node.operator) ? whole(`(${textOf(node.argument)})`) : undefined
      case 'IfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'ForStatement':
      case 'ConditionalExpression':
        return node.test ? conditionSite(node.test) : undefined
      case 'Literal':
        if (isName(node, parent) || isNone(node, parent)) return
        if (typeof node.value === 'boolean') return whole(String(!node.value))
        if (typeof node.value === 'number') return whole(`${node.value + 1}`, `${node.value - 1}`)
        if (typeof node.value === 'bigint') return whole(`${node.value + 1n}n`, `${node.value - 1n}n`)
        return typeof node.value === 'string' && node.value !== '' ? whole("''") : undefined
      case 'TemplateLiteral':
        return whole('``')
      case 'ArrayExpression':
        return node.elements.length > 0 ? whole('[]') : undefined
      case 'ExpressionStatement':
        return 'directive' in node ? undefined : whole('{}')
      case 'BreakStatement':
      case 'ContinueStatement':
        return whole('{}')
      case 'ReturnStatement':
        return node.argument ? returnSite(node.argument) : whole('{}')
      case 'ArrowFunctionExpression':
        return node.body.type === 'BlockStatement' ? undefined : returnSite(node.body)
    }
  }

  function operatorSite(left: Node, operator: BinaryExpression['operator'] | string, right: Node): Site | undefined {
    const instead = INSTEAD[operator]
    const between = source.slice(left.end, right.start)
    const start = left.end + between.indexOf(operator)
    return instead && { start, end: start + operator.length, texts: instead }
  }

  /** A condition that is no comparison; one that is changes as such. */
  function conditionSite(test: Node): Site | undefined {
    if (/^(Binary|Unary|Logical)Expression$/.test(test.type)) return
    return { ...spanOf(test), texts: [`!(${textOf(test)})`] }
  }

  function returnSite(value: Node): Site | undefined {
    // A caller that asks a yes-or-no question treats undefined like false, so that change makes no difference.
    return /^(undefined|false)$/.test(textOf(value)) ? undefined : { ...spanOf(value), texts: ['(undefined as never)'] }
  }
}

const spanOf = ({ start, end }: Span): Span => ({ start, end })

function isInvariant(node: Node): boolean {
  if (node.type === 'BlockStatement') return node.body.length === 1 && isInvariant(node.body[0])
  if (node.type !== 'ThrowStatement' || node.argument.type !== 'NewExpression') return false
  const { callee } = node.argument
  return callee.type === 'Identifier' && /^(Type|Range)?Error$/.test(callee.name)
}

/** Whether a text is a name: what is renamed on one side alone does not compile, or is found by whoever reads it. */
function isName(node: Node, parent: Node | undefined): boolean {
  return (parent?.type === 'Property' || parent?.type === 'PropertyDefinition') && parent.key === node
}

/** Whether a number is the 1 of -1, which stands for nothing: another negative number would do as well. */
function isNone(node: Node, parent: Node | undefined): boolean {
  return parent?.type === 'UnaryExpression' && parent.operator === '-' && 'value' in node && node.value === 1
}
