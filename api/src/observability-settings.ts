import { createHash } from 'node:crypto'
import * as z from 'zod'
import { isLoopbackHost } from './lib/caller.ts'
import { oneOf, type Rule, url, wholeNumber } from './parse-environment.ts'

const protocols = ['http/protobuf', 'http/json'] as const

/** Settings of metrics, traces and logs. Those of OpenTelemetry have its standard names. https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
export const observabilityVariables = {
  OPENAUTH_METRICS_PORT: wholeNumber(1, 65_535).optional(),
  OPENAUTH_METRICS_HOST: z.string().default('127.0.0.1'),
  OPENAUTH_METRICS_TOKEN: z
    .string()
    .regex(
      /^[\x21-\x7e]{16,200}$/,
      'must have 16 to 200 visible ASCII characters, such as those of openssl rand -hex 24',
    )
    .optional(),
  OPENAUTH_SLOW_QUERY_MS: wholeNumber(0, 30_000).default(1_000),
  OPENAUTH_STATUS_LINE: oneOf(['on', 'off']).default('on'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, 'http://127.0.0.1:4318').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url(/^https?$/, 'http://127.0.0.1:4318/v1/traces').optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(protocols).default('http/protobuf'),
  OTEL_SERVICE_NAME: z.string().max(255, 'must have at most 255 characters').default('openauth'),
  OTEL_SDK_DISABLED: oneOf(['true', 'false']).default('false'),
}

type Environment = z.output<z.ZodObject<typeof observabilityVariables>>

/** Metrics tell what goes on in a server: whoever can reach them from elsewhere needs the token. */
export const requireMetricsToken: Rule<Environment> = (env, reportProblem) => {
  const { OPENAUTH_METRICS_HOST: host, OPENAUTH_METRICS_PORT: port, OPENAUTH_METRICS_TOKEN: token } = env
  if (host !== undefined && port !== undefined && token === undefined && !isLoopbackAddress(host))
    reportProblem('OPENAUTH_METRICS_TOKEN', `must be set, since other machines reach OPENAUTH_METRICS_HOST ${host}`)
}

const isLoopbackAddress = (host: string): boolean => {
  const plain = host.replace(/^\[|\]$/g, '')
  return plain === 'localhost' || (/^[\d.:a-f]+$/i.test(plain) && isLoopbackHost(plain))
}

/** Where traces go. */
export interface TracingSettings {
  /** The address of the receiver's traces. */
  url: string
  protocol: (typeof protocols)[number]
  /** The `service.name` of all spans. */
  serviceName: string
}

export interface ObservabilitySettings {
  /** Where metrics are served apart from the API; undefined: nowhere. */
  metricsListen: { host: string; port: number } | undefined
  /** SHA-256 of the token; undefined: metrics are not served on the API's port. */
  metricsTokenDigest: Buffer | undefined
  /** The duration from which statements are logged, in milliseconds; undefined: none are. */
  slowQueryMs: number | undefined
  /** Whether a terminal gets a line each minute. */
  statusLine: boolean
  /** Undefined: nothing is traced, and no code of it loaded. */
  tracing: TracingSettings | undefined
}

const tracingOf = (env: Environment): TracingSettings | undefined => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = env
  // The endpoint of all signals is a base address, that of traces is used as it is.
  const address = own ?? (base === undefined ? undefined : `${base.replace(/\/+$/, '')}/v1/traces`)
  if (address === undefined || env.OTEL_SDK_DISABLED === 'true') return undefined
  return { url: address, protocol: env.OTEL_EXPORTER_OTLP_PROTOCOL, serviceName: env.OTEL_SERVICE_NAME }
}

export const observabilitySettingsOf = (env: Environment): ObservabilitySettings => {
  const { OPENAUTH_METRICS_PORT: port, OPENAUTH_METRICS_HOST: host, OPENAUTH_METRICS_TOKEN: token } = env
  return {
    metricsListen: port === undefined ? undefined : { host, port },
    metricsTokenDigest: token === undefined ? undefined : createHash('sha256').update(token).digest(),
    slowQueryMs: env.OPENAUTH_SLOW_QUERY_MS === 0 ? undefined : env.OPENAUTH_SLOW_QUERY_MS,
    statusLine: env.OPENAUTH_STATUS_LINE === 'on',
    tracing: tracingOf(env),
  }
}
