/**
 * Replaces `node:http` in the bundles. A module that imports it by that name has Node load all that it exports, among
 * it fetch and WebSocket: 35 ms of busy processors, of which only the API ever needs any (docs/decisions/015).
 */
export const { Agent, request } = process.getBuiltinModule('node:http')
