/** Opcodes of contracts for tests, as named at https://www.evm.codes; only those of Berlin. */
const opcodes = {
  STOP: 0x00,
  ADD: 0x01,
  SUB: 0x03,
  LT: 0x10,
  EQ: 0x14,
  SHL: 0x1b,
  SHR: 0x1c,
  CALLER: 0x33,
  CALLDATALOAD: 0x35,
  CODECOPY: 0x39,
  MSTORE: 0x52,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMP: 0x56,
  JUMPI: 0x57,
  JUMPDEST: 0x5b,
  DUP1: 0x80,
  LOG3: 0xa3,
  RETURN: 0xf3,
  REVERT: 0xfd,
} as const

const push = (hex: string): string => {
  const bytes = hex.length % 2 ? `0${hex}` : hex
  return (0x60 + bytes.length / 2 - 1).toString(16) + bytes
}

const opcode = (name: string): string => {
  const code = opcodes[name as keyof typeof opcodes] as number | undefined
  if (code === undefined) throw new Error(`There is no opcode ${name} in this assembler`)
  return code.toString(16).padStart(2, '0')
}

/**
 * The bytes of a program in hex, without 0x. Words are separated by blanks: a number is pushed (decimal, or 0x… in as
 * many bytes as written), `name:` is a jump destination, `@name` pushes its address, and every other word is an
 * opcode.
 */
export const assemble = (program: string): string => {
  const words = program.trim().split(/\s+/)
  const places = new Map<string, number>()
  const encode = (word: string, at: number): string => {
    if (word.startsWith('0x')) return push(word.slice(2))
    if (/^\d+$/.test(word)) return push(BigInt(word).toString(16))
    // Always two bytes, so that sizes are known before addresses are.
    if (word.startsWith('@')) return push((places.get(word.slice(1)) ?? 0).toString(16).padStart(4, '0'))
    if (!word.endsWith(':')) return opcode(word)
    places.set(word.slice(0, -1), at)
    return opcode('JUMPDEST')
  }
  const pass = () => words.reduce((code, word) => code + encode(word, code.length / 2), '')
  pass()
  return pass()
}

/** Creation code, in hex with 0x, of a contract with this runtime code. */
export const creationCode = (runtime: string): string => {
  const size = `0x${(runtime.length / 2).toString(16).padStart(4, '0')}`
  const copyAndReturn = (start: number) => assemble(`${size} DUP1 ${start} 0 CODECOPY 0 RETURN`)
  return `0x${copyAndReturn(copyAndReturn(0).length / 2)}${runtime}`
}
