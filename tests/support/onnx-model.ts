/** A message of Protocol Buffers: fields by their number. */
type Field = readonly [number, number | string | Uint8Array]

function varint(value: number): number[] {
  const bytes: number[] = []
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return [...bytes, left]
    bytes.push((left % 128) + 128)
  }
}

function message(...fields: readonly Field[]): Uint8Array {
  const parts = fields.map(([number, value]) => {
    if (typeof value === 'number') return Buffer.from([...varint(number * 8), ...varint(value)])
    const bytes = typeof value === 'string' ? Buffer.from(value) : value
    return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes])
  })
  return Buffer.concat(parts)
}

/** Element types of ONNX. */
export const onnxTypes = { float: 1, uint8: 2 } as const

interface Value {
  readonly name: string
  readonly type: number
  /** A name stands for any size. */
  readonly shape: readonly (number | string)[]
}

function valueInfo({ name, type, shape }: Value): Uint8Array {
  const sides = shape.map((side): Field => [1, message(typeof side === 'number' ? [1, side] : [2, side])])
  return message([1, name], [2, message([1, message([1, type], [2, message(...sides)])])])
}

export interface OnnxNode {
  readonly operator: string
  readonly inputs: readonly string[]
  readonly output: string
  /** Whole numbers by name. */
  readonly attributes?: Readonly<Record<string, number>>
}

/** A small model in the format of ONNX (operators of version 13): nodes, and constants of one float each. */
export function onnxModel(model: {
  readonly inputs: readonly Value[]
  readonly output: Value
  readonly nodes: readonly OnnxNode[]
  readonly constants?: Readonly<Record<string, number>>
}): Uint8Array {
  const nodes = model.nodes.map(({ operator, inputs, output, attributes = {} }): Field => {
    const own = Object.entries(attributes).map(([name, value]): Field => [5, message([1, name], [3, value], [20, 2])])
    return [1, message(...inputs.map((input): Field => [1, input]), [2, output], [4, operator], ...own)]
  })
  const constants = Object.entries(model.constants ?? {}).map(([name, value]): Field => {
    const raw = Buffer.alloc(4)
    raw.writeFloatLE(value)
    return [5, message([2, onnxTypes.float], [8, name], [9, raw])]
  })
  const inputs = model.inputs.map((input): Field => [11, valueInfo(input)])
  const graph = message(...nodes, [2, 'graph'], ...constants, ...inputs, [12, valueInfo(model.output)])
  return message([1, 8], [7, graph], [8, message([1, ''], [2, 13])])
}
