/** The first text of each form, whatever numbers it has, in order, as it is held against a file. */
export function oneOfEachForm(
  texts: readonly string[],
  formOf = (text: string) => text.replaceAll(/\d+(?:[.,]\d+)*/g, '#'),
): string {
  const firsts = Array.from(Map.groupBy(texts, formOf).values(), ([first]) => first)
  return `${firsts.toSorted().join('\n')}\n`
}
