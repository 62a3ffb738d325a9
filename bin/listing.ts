/** What stands above, between and below items. */
export const BARE = { head: '', separator: '', tail: '' } as const
export const JSON_LIST = { head: '[\n', separator: ',\n', tail: '\n]\n' } as const
