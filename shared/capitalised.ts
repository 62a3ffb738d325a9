/** As a sentence or a title begins. */
export function capitalised(words: string): string {
  return `${words[0].toUpperCase()}${words.slice(1)}`
}
