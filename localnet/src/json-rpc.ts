interface Answer {
  result?: unknown
  error?: { code: number; message: string }
}

/** One JSON-RPC 2.0 call over HTTP; throws with the node's message where it refuses. */
export const callRpc = async (url: string, method: string, params: unknown[]): Promise<unknown> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as Answer
  if (error) throw new Error(`${method}: ${error.message} (${error.code})`)
  return result
}
