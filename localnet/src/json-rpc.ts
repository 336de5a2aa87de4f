interface Answer {
  result?: unknown
  error?: { code: number; message: string }
}

/** The time limit of an answer: a node on loopback that takes longer hangs. Milliseconds. */
const TIMEOUT_MS = 10_000

const withoutAnswer = (url: string, method: string, cause: unknown): Error =>
  new Error(`${method}: no answer from ${url}`, { cause: cause instanceof Error ? (cause.cause ?? cause) : cause })

/**
 * One JSON-RPC 2.0 call over HTTP. Throws with the node's message where it refuses, and where it does not answer in
 * time.
 */
export const callRpc = async (
  url: string,
  method: string,
  params: unknown[],
  timeoutMs = TIMEOUT_MS,
): Promise<unknown> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw withoutAnswer(url, method, cause)
  })
  const { result, error } = (await response.json()) as Answer
  if (error) throw new Error(`${method}: ${error.message} (${error.code})`)
  return result
}
