import type { IncomingHttpHeaders } from 'node:http'
import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { spans } from './spans.ts'

export interface TracingOptions {
  /** The address of the receiver's traces. */
  url: string
  protocol: 'http/protobuf' | 'http/json'
  serviceName: string
  version: string
}

/** The span of a request. */
export interface RequestSpan {
  /** Runs code whose spans are within this one. */
  run: (work: () => void) => void
  /** Ends it with its final name. Further calls do nothing. */
  end: (name: string, facts: Attributes, failed: boolean) => void
}

export interface Tracing {
  /** Begins the span of a request, within the trace that its `traceparent` names. https://www.w3.org/TR/trace-context/ */
  begin: (headers: IncomingHttpHeaders, facts: Attributes) => RequestSpan
  /** Sends what waits, and turns traces off. */
  close: () => Promise<void>
}

/** The name of an error's kind. Never its message, which may quote what a person entered. */
const kindOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown }
  if (typeof code === 'string') return code
  return typeof name === 'string' ? name : 'unknown'
}

const endSpan = (span: Span, error: unknown): void => {
  if (error !== undefined) span.setAttribute('error.type', kindOf(error)).setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

const openExporter = async ({ url, protocol }: TracingOptions) => {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter({ url })
}

/** The provider of this process: its samplers, limits, batches and headers are those of the standard variables, which it reads itself. */
const openProvider = async (options: TracingOptions): Promise<NodeTracerProvider> => {
  const { serviceName, version } = options
  const own = resourceFromAttributes({ 'service.name': serviceName, 'service.version': version })
  const resource = detectResources({ detectors: [envDetector] }).merge(own)
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(await openExporter(options))],
  })
  // Carries the current span across awaits, and reads traceparent.
  provider.register()
  return provider
}

/**
 * Turns on traces of this process: spans of requests, and by `spans` those of statements, nodes, the signer and mail. They go to an OTLP
 * receiver over HTTP, in batches; one that does not answer costs no request anything, and its spans are lost.
 */
export const openTracing = async (options: TracingOptions): Promise<Tracing> => {
  const provider = await openProvider(options)
  const tracer = provider.getTracer('openauth', options.version)
  spans.begin = (name, attributes) => {
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
    return (error) => endSpan(span, error)
  }
  spans.traceId = () => trace.getActiveSpan()?.spanContext().traceId
  const begin: Tracing['begin'] = (headers, attributes) => {
    const from = propagation.extract(context.active(), headers)
    const span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, from)
    const within = trace.setSpan(from, span)
    return {
      run: (work) => context.with(within, work),
      end: (name, facts, failed) => {
        if (!span.isRecording()) return
        span.updateName(name).setAttributes(facts)
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }
  const close = async (): Promise<void> => {
    delete spans.begin
    delete spans.traceId
    // Fails where the receiver does not answer, which is no reason not to stop.
    await provider.shutdown().catch(() => {})
    trace.disable()
    context.disable()
    propagation.disable()
  }
  return { begin, close }
}
