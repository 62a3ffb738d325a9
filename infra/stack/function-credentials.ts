/**
 * What the bundles have in the place of `@aws-sdk/credential-provider-node`. Lambda gives a function its credentials in
 * its environment; the SDK's own chain would look elsewhere after that, for single sign-on, web identities, profiles
 * and instance metadata. That was 132 KiB of 573, and a quarter of a start (docs/decisions/018).
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'
