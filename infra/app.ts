import { App, Validations } from 'aws-cdk-lib'
import flags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { deploymentOf } from './stack/deployment.ts'
import { SudokuStack } from './stack.ts'

// The app names no account and no region: the stack looks nothing up, so it synthesises offline and deploys anywhere.
// The flags are those that the pinned CDK recommends to a new app; in cdk.json they would take 85 lines.
// A finding of CDK's own validation of the template fails the synthesis, just as a finding of cdk-nag does.
const app = new App({ context: { ...flags, '@aws-cdk/core:validateAgainstDefaultRules': true } })
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app))
const deployment = deploymentOf(app.node)
// The stack's name is the only name that we give to anything, and it tells the stages apart.
new SudokuStack(app, `Sudoku-${deployment.stageName}`, deployment)
