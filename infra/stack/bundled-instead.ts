// The bundles have these in the place of larger modules (`ALIASES` of `service-function.ts`).

/**
 * In the place of `@aws-sdk/credential-provider-node`. Lambda passes a function its credentials in the environment; the
 * SDK's own chain also searches single sign-on, web identities, profiles and instance metadata, which was 132 KiB of
 * 573, and a quarter of a start (docs/decisions/014).
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'

/**
 * In the place of `node:http`. A module that imports it by that name has Node load all that it exports, among it fetch
 * and WebSocket: 35 ms of busy processors, of which only the API ever needs any (docs/decisions/015).
 */
export const { Agent, request } = process.getBuiltinModule('node:http')
