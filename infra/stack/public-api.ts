import { Duration, Fn, Stack } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  type CfnStage,
  CorsHttpMethod,
  type CorsPreflightOptions,
  DomainName,
  HttpApi,
  HttpMethod,
  type HttpStage,
  IpAddressType,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroupClass } from 'aws-cdk-lib/aws-logs'
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets'
import { Construct } from 'constructs'
import { CORS } from '../settings/cors.ts'
import { type Deployment, type Domain, ROUTES, type Throttle } from './deployment.ts'
import { acknowledge, Log } from './service-function.ts'

/** The HTTP API: every route goes to one function, and has a throttle of its own. */
export class PublicApi extends Construct {
  readonly stage: HttpStage
  /** Its address, without a slash at the end. */
  readonly url: string

  constructor(scope: Construct, id: string, api: IFunction, deployment: Deployment) {
    super(scope, id)
    const { stage, domain, corsOrigins } = deployment
    const { throttles } = stage
    const integration = new HttpLambdaIntegration('Integration', api, { scopePermissionToRoute: false })
    const httpApi = new HttpApi(this, 'HttpApi', {
      // The name that the console shows; it need not be unique.
      apiName: Stack.of(this).stackName,
      createDefaultStage: false,
      // If there were two names, clients would learn the wrong one.
      disableExecuteApiEndpoint: domain !== undefined,
      defaultIntegration: integration,
      ...(corsOrigins.length > 0 && { corsPreflight: corsFor(corsOrigins) }),
    })
    acknowledge(httpApi, {
      'AwsSolutions-APIG4': 'The function checks API keys if AUTH says so; the page and the docs are public.',
    })
    const domainName = domain && this.#domainName(domain)
    // Ingestion costs half of it. Nothing is asked of it but what Logs Insights answers, and no metric is in its lines.
    const logGroupClass = LogGroupClass.INFREQUENT_ACCESS
    const accessLog = new Log(this, 'AccessLog', stage, { name: accessLogName(this), logGroupClass })
    this.stage = httpApi.addStage('Stage', {
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: throttles.files.ratePerS, burstLimit: throttles.files.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
      ...(domainName && { domainMapping: { domainName } }),
    })
    const limitsOf = ({ ratePerS, burst }: Throttle) => ({ ThrottlingRateLimit: ratePerS, ThrottlingBurstLimit: burst })
    // The keys of this object are routes, and not properties, so it has CloudFormation's own names.
    const resource = this.stage.node.defaultChild as CfnStage
    resource.addPropertyOverride('RouteSettings', {
      [ROUTES.jobs.key]: limitsOf(throttles.jobs),
      [ROUTES.job.key]: limitsOf(throttles.job),
    })
    // API Gateway refuses settings of a route that is not there yet.
    for (const path of ['/jobs', '/jobs/{proxy+}'])
      for (const route of httpApi.addRoutes({ path, methods: [HttpMethod.ANY], integration }))
        this.stage.node.addDependency(route)
    this.url = domain ? `https://${domain.name}` : httpApi.apiEndpoint
  }

  #domainName({ name, certificateArn, hostedZoneId }: Domain): DomainName {
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', certificateArn)
    const domainName = new DomainName(this, 'Domain', {
      domainName: name,
      certificate,
      ipAddressType: IpAddressType.DUAL_STACK,
    })
    if (hostedZoneId) {
      // CDK completes a record's name with its zone's. With the domain as the zone's name, only the zone's id is
      // needed.
      const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: name })
      const { regionalDomainName, regionalHostedZoneId } = domainName
      const target = RecordTarget.fromAlias(new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId))
      new ARecord(this, 'Record', { zone, target })
      new AaaaRecord(this, 'Record6', { zone, target })
    }
    return domainName
  }
}

/**
 * For logs under this prefix the account's resource policy, of 5,120 characters at most, needs no line each. The end of the name is new with each stack, so that a log that was kept is not in the way of the next stack.
 */
function accessLogName(scope: Construct): string {
  return Fn.join('', ['/aws/vendedlogs/sudoku/', Fn.select(2, Fn.split('/', Stack.of(scope).stackId))])
}

function corsFor(allowOrigins: readonly string[]): CorsPreflightOptions {
  return {
    allowOrigins: [...allowOrigins],
    allowMethods: CORS.methods.map((method) => CorsHttpMethod[method as keyof typeof CorsHttpMethod]),
    allowHeaders: [...CORS.headers],
    exposeHeaders: [...CORS.exposedHeaders],
    maxAge: Duration.seconds(CORS.maxAgeS),
  }
}

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
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  error: '$context.integrationErrorMessage',
}
