/** What stands above, between and below items, and what is printed where there are none. */
export interface Listing {
  readonly head: string
  readonly separator: string
  readonly tail: string
  readonly empty: string
}
export const BARE = { head: '', separator: '', tail: '', empty: '' } as const satisfies Listing
export const JSON_LIST = { head: '[\n', separator: ',\n', tail: '\n]\n', empty: '[]\n' } as const satisfies Listing
