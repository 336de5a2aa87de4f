/** Facts of a span, by names of OpenTelemetry's conventions. https://opentelemetry.io/docs/specs/semconv/ */
export type SpanFacts = Record<string, string | number>

/** Ends a span, as failed where there is an error. */
export type EndSpan = (error?: unknown) => void

/**
 * The traces of this process. All is undefined where traces are off: `spans.begin?.('name', {…})` then evaluates nothing. What turns them on
 * is `open-telemetry.ts`, which is loaded only then.
 */
export const spans: {
  /** Begins a span of a call to something else, within what runs now. */
  begin?: (name: string, facts: SpanFacts) => EndSpan
  /** The id of the trace that runs now, 32 hex digits; undefined outside of one. */
  traceId?: () => string | undefined
} = {}
