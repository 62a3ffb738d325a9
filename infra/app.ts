import { App, Validations } from 'aws-cdk-lib'
import flags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { deploymentOf } from './stack/deployment.ts'
import { SudokuStack } from './stack.ts'

// No account and no region: the stack looks nothing up, so it synthesises offline and deploys anywhere.
// The flags: what the pinned CDK recommends to a new app, instead of 85 lines of it in cdk.json.
// And what its own validation of the template finds ends the synthesis, as what cdk-nag finds.
const app = new App({ context: { ...flags, '@aws-cdk/core:validateAgainstDefaultRules': true } })
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app))
const deployment = deploymentOf(app.node)
// The stack's name is the only one that is given, and tells the stages apart.
new SudokuStack(app, `Sudoku-${deployment.stageName}`, deployment)
