/**
 * Replaces `@aws-sdk/credential-provider-node` in the bundles. Lambda passes a function its credentials in the
 * environment; the SDK's own chain also searches single sign-on, web identities, profiles and instance metadata, which
 * was 132 KiB of 573, and a quarter of a start (docs/decisions/014).
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'
