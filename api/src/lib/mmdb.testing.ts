import { isIPv4 } from 'node:net'

// Writes small files in MaxMind's format, version 2.0: https://maxmind.github.io/MaxMind-DB/

type Value = string | number | Value[] | { [key: string]: Value }

/** How a size is written: five bits, and the bytes that follow them. */
const sizeOf = (size: number): [number, number[]] => {
  if (size < 29) return [size, []]
  if (size < 285) return [29, [size - 29]]
  const [bits, rest, length] = size < 65_821 ? ([30, size - 285, 2] as const) : ([31, size - 65_821, 3] as const)
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(rest, 0, length)
  return [bits, [...bytes]]
}

/** The bytes of type and size. */
const control = (type: number, size: number): Buffer => {
  const [bits, rest] = sizeOf(size)
  const first = type < 8 ? [(type << 5) | bits] : [bits, type - 7]
  return Buffer.from([...first, ...rest])
}

const encode = (value: Value): Buffer => {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return Buffer.concat([control(2, bytes.length), bytes])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control(6, 4), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([control(7, entries.length), ...entries.flat().map((item) => encode(item))])
}

const hextets = (address: string): number[] => {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail].map((part) =>
    Number.parseInt(part, 16),
  )
}

/** The bits of a network. IPv4 networks are below ::/96. */
const bitsOf = (network: string): number[] => {
  const [address = '', length] = network.split('/')
  const bits = (values: number[], size: number) =>
    values.flatMap((value) => Array.from({ length: size }, (_, index) => (value >> (size - 1 - index)) & 1))
  if (!isIPv4(address)) return bits(hextets(address), 16).slice(0, Number(length))
  return [...Array.from({ length: 96 }, () => 0), ...bits(address.split('.').map(Number), 8).slice(0, Number(length))]
}

type Child = number | { data: number } | undefined
type Node = [Child, Child]

const insert = (nodes: Node[], bits: number[], data: number): void => {
  let node = nodes[0]!
  for (const bit of bits.slice(0, -1)) {
    const next = node[bit]
    if (typeof next === 'number') node = nodes[next]!
    else node = nodes[(node[bit] = nodes.push([undefined, undefined]) - 1)]!
  }
  node[bits.at(-1)!] = { data }
}

/** A file with a record for each network, such as `{'203.0.113.0/24': {country: {iso_code: 'DE'}}}`. */
export const mmdbOf = (records: Record<string, Value>, type = 'GeoLite2-City'): Buffer => {
  const nodes: Node[] = [[undefined, undefined]]
  const data: Buffer[] = []
  for (const [network, record] of Object.entries(records)) {
    insert(nodes, bitsOf(network), Buffer.concat(data).length)
    data.push(encode(record))
  }
  const tree = Buffer.alloc(nodes.length * 6)
  nodes.flat().forEach((child, index) => {
    const value = typeof child === 'object' ? nodes.length + 16 + child.data : (child ?? nodes.length)
    tree.writeUIntBE(value, index * 3, 3)
  })
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_767_225_600,
    database_type: type,
    description: { en: 'Test' },
    ip_version: 6,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 24,
  }
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
  return Buffer.concat([tree, Buffer.alloc(16), ...data, marker, encode(metadata)])
}
