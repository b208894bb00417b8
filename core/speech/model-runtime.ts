/** The part of a model runtime that the core uses, so that the same rules run on the server and in a browser. */

/** Numbers in some dimensions, in any runtime. */
export interface TensorLike {
  readonly data: unknown
  readonly dims: readonly number[]
}

interface TensorData {
  float32: Float32Array
  int64: BigInt64Array
  bool: Uint8Array
}

/** Creates a tensor of the runtime. */
export type MakeTensor<T extends TensorLike> = <K extends keyof TensorData>(
  type: K,
  data: TensorData[K],
  dims: readonly number[],
) => T

/** Tensors by the model's names. */
export type Values<T extends TensorLike> = Readonly<Record<string, T>>

/** A model that is loaded. */
export interface LoadedModel<T extends TensorLike> {
  readonly inputNames: readonly string[]
  run(inputs: Values<T>): Promise<Values<T>>
}

/** The numbers of an output; throws if the model gave none. */
export function numbersOf(tensor: TensorLike | undefined): Float32Array {
  if (!(tensor?.data instanceof Float32Array)) throw new Error('The model gave no numbers')
  return tensor.data
}
