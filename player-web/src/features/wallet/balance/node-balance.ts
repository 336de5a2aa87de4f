/** The time limit of a node's answer. Milliseconds. */
const TIMEOUT = 10_000
/** The most characters of an answer with one number. */
const MOST_CHARACTERS = 20_000
/** Lamports are 64 bits wide. */
const MOST_LAMPORTS = 2n ** 64n - 1n

/** The digits of a number that is too large for a double, as in the answer. */
const exactDigits = (text: string, value: number): bigint => {
  const digits = [...text.matchAll(/"value"\s*:\s*(\d{1,20})\s*[,}]/g)].map(([, number = '']) => number)
  const [only] = digits
  return digits.length === 1 && Number(only) === value ? BigInt(only!) : BigInt(value)
}

interface Answer {
  result?: { value?: unknown } | null
  error?: unknown
}

/** The lamports in the answer to `getBalance`. Throws for any other answer. */
export const lamportsIn = (text: string): bigint => {
  if (text.length > MOST_CHARACTERS) throw new Error('The node said more than a balance')
  const answer = JSON.parse(text) as Answer | null
  const value = answer?.result?.value
  if (answer?.error || typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw new Error('The node told no balance')
  const lamports = Number.isSafeInteger(value) ? BigInt(value) : exactDigits(text, value)
  if (lamports > MOST_LAMPORTS) throw new Error('The node told more lamports than there can be')
  return lamports
}

const ask = async (rpcUrl: string, address: string, signal: AbortSignal): Promise<string> => {
  const params = [address, { commitment: 'confirmed' }]
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  })
  if (!response.ok) throw new Error(`The node answered with status ${response.status}`)
  return response.text()
}

/**
 * A wallet's lamports, read from the chain's node. Rejects if the node does not answer or its answer is invalid.
 * https://solana.com/docs/rpc/http/getbalance
 */
export const readLamports = async (rpcUrl: string, address: string, signal: AbortSignal): Promise<bigint> => {
  const controller = new AbortController()
  const stop = () => controller.abort(signal.reason)
  const timer = setTimeout(() => controller.abort(new Error('The node did not answer in time')), TIMEOUT)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  try {
    return lamportsIn(await ask(rpcUrl, address, controller.signal))
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}
