import { Duration, Fn, Stack } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import * as gateway from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { AaaaRecord, ARecord, HostedZone, type IAliasRecordTarget, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets'
import { Construct } from 'constructs'
import { CORS } from '../settings/cors.ts'
import { ROUTES, type RouteName, type Throttle } from '../settings/doors.ts'
import type { Deployment, Domain } from './deployment.ts'
import { acknowledge, logIn } from './service-function.ts'

/** The HTTP API: every route goes to one function, and has a throttle of its own. */
export class PublicApi extends Construct {
  readonly stage: gateway.HttpStage
  /** How often each route has turned somebody away, as its throttle says. */
  readonly throttled: Readonly<Record<RouteName, Metric>>
  /** The name under which AWS has it. */
  readonly host: string
  /** The path under which it answers there; empty where that is all of it. */
  readonly path: string
  /** Its address, without a slash at the end. */
  readonly url: string

  /** @param metricsNamespace the CloudWatch namespace of what its log tells */
  constructor(scope: Construct, id: string, api: IFunction, deployment: Deployment, metricsNamespace: string) {
    super(scope, id)
    const { stage, corsOrigins, front } = deployment
    // What stands before it has the name.
    const domain = front === 'none' ? deployment.domain : undefined
    const { throttles } = stage
    const integration = new HttpLambdaIntegration('Integration', api, { scopePermissionToRoute: false })
    const httpApi = new gateway.HttpApi(this, 'HttpApi', {
      // The name that the console shows; it need not be unique.
      apiName: Stack.of(this).stackName,
      createDefaultStage: false,
      // If there were two names, clients would learn the wrong one.
      disableExecuteApiEndpoint: domain !== undefined,
      defaultIntegration: integration,
      ...(corsOrigins.length > 0 && {
        corsPreflight: {
          allowOrigins: [...corsOrigins],
          allowMethods: CORS.methods.map((name) => gateway.CorsHttpMethod[name as keyof typeof gateway.CorsHttpMethod]),
          allowHeaders: [...CORS.headers],
          exposeHeaders: [...CORS.exposedHeaders],
          maxAge: Duration.seconds(CORS.maxAgeS),
        },
      }),
    })
    acknowledge(httpApi, {
      'AwsSolutions-APIG4': 'The function checks API keys if AUTH says so; the page and the docs are public.',
    })
    const domainName =
      domain &&
      new gateway.DomainName(this, 'Domain', {
        domainName: domain.name,
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
        ipAddressType: gateway.IpAddressType.DUAL_STACK,
      })
    if (domainName) {
      const { regionalDomainName, regionalHostedZoneId } = domainName
      pointTo(this, domain, new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId))
    }
    /**
     * Without what other stacks of the account have, too. It ends the name of the access log: it is new with each stack,
     * so that a log that was kept is not in the way of the next one.
     *
     * And it is the path under which a gateway answers behind a front, and under no other: it is a stage's name, so that
     * what comes without it is answered by the gateway itself, and takes nothing of a route's throttle. The gateway's name
     * is in DNS and in the clear as TLS begins, but a path travels only between the front and the gateway, inside of TLS.
     * Nothing outside of the account shows the id, so that no secret is kept anywhere.
     */
    const stackId = Fn.select(2, Fn.split('/', Stack.of(this).stackId))
    const accessLog = logIn(this, 'AccessLog', stage, Fn.join('', [ACCESS_LOGS, stackId]))
    const stageName = front === 'none' ? '$default' : stackId
    this.stage = httpApi.addStage('Stage', {
      stageName,
      autoDeploy: true,
      throttle: { rateLimit: throttles.files.ratePerS, burstLimit: throttles.files.burst },
      accessLogSettings: {
        destination: new gateway.LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
      ...(domainName && { domainMapping: { domainName } }),
    })
    const limitsOf = ({ ratePerS, burst }: Throttle) => ({ ThrottlingRateLimit: ratePerS, ThrottlingBurstLimit: burst })
    // The keys of this object are routes, and not properties, so it has CloudFormation's own names.
    const resource = this.stage.node.defaultChild as gateway.CfnStage
    resource.addPropertyOverride('RouteSettings', {
      [ROUTES.jobs]: limitsOf(throttles.jobs),
      [ROUTES.job]: limitsOf(throttles.job),
    })
    // API Gateway refuses settings of a route that is not there yet.
    for (const path of ['/jobs', '/jobs/{proxy+}'])
      for (const route of httpApi.addRoutes({ path, methods: [gateway.HttpMethod.ANY], integration }))
        this.stage.node.addDependency(route)
    // The gateway's own metrics tell of a route only where each of six is paid for, and of no route that it throttles.
    const throttledAt = (name: RouteName) =>
      new MetricFilter(this, `Throttled-${name}`, {
        logGroup: accessLog,
        filterPattern: FilterPattern.literal(`{ ${THROTTLED} && $.route = "${ROUTES[name]}" }`),
        metricNamespace: metricsNamespace,
        metricName: `Throttled-${name}`,
      }).metric({ statistic: 'Sum', period: Duration.minutes(1) })
    this.throttled = { jobs: throttledAt('jobs'), job: throttledAt('job'), files: throttledAt('files') }
    const { region, urlSuffix } = Stack.of(this)
    this.host = `${httpApi.apiId}.execute-api.${region}.${urlSuffix}`
    this.path = front === 'none' ? '' : `/${stageName}`
    this.url = `https://${domain?.name ?? `${this.host}${this.path}`}`
  }
}

/** For logs under this prefix the account's resource policy, of 5,120 characters at most, needs no line each. */
const ACCESS_LOGS = '/aws/vendedlogs/sudoku/'

/** The status of what a route's throttle turned away, which is a function's too: but no function had it. */
const THROTTLED = '$.status = "429" && $.functionRequestId = "-"'

/**
 * The callers' addresses are left out: they are not needed to see what went wrong. So is what CloudWatch adds by itself,
 * the time, because every request pays for its line.
 */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  // The `requestId` of the function's log.
  functionRequestId: '$context.integration.requestId',
  method: '$context.httpMethod',
  path: '$context.path',
  route: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  error: '$context.integrationErrorMessage',
}

/** Has a name of ours lead to what answers to it; without a zone, the owner of the name's DNS does that. */
export function pointTo(scope: Construct, { name, hostedZoneId }: Domain, alias: IAliasRecordTarget): void {
  if (!hostedZoneId) return
  // CDK completes a record's name with its zone's. With the domain as the zone's name, only the zone's id is needed.
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName: name })
  const target = RecordTarget.fromAlias(alias)
  new ARecord(scope, 'Record', { zone, target })
  new AaaaRecord(scope, 'Record6', { zone, target })
}
