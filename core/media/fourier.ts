/** The discrete Fourier transform of a power of two of complex numbers, in place (Cooley and Tukey). */
export class Fourier {
  readonly size: number
  private readonly cosines: Float64Array
  private readonly sines: Float64Array

  constructor(size: number) {
    this.size = size
    this.cosines = Float64Array.from({ length: size / 2 }, (_, at) => Math.cos((2 * Math.PI * at) / size))
    this.sines = Float64Array.from({ length: size / 2 }, (_, at) => Math.sin((2 * Math.PI * at) / size))
  }

  /** From time to frequencies, unscaled. */
  forward(real: Float64Array, imaginary: Float64Array): void {
    this.swap(real, imaginary)
    for (let half = 1; half < this.size; half *= 2) this.combine(real, imaginary, half)
  }

  /** From frequencies to time, scaled by 1/size. */
  backward(real: Float64Array, imaginary: Float64Array): void {
    // Swapping real and imaginary parts inverts the transform.
    this.forward(imaginary, real)
    for (let at = 0; at < this.size; at++) {
      real[at] = (real[at] ?? 0) / this.size
      imaginary[at] = (imaginary[at] ?? 0) / this.size
    }
  }

  private combine(real: Float64Array, imaginary: Float64Array, half: number): void {
    const step = this.size / (2 * half)
    for (let first = 0; first < this.size; first += 2 * half)
      for (let offset = 0; offset < half; offset++) {
        const [cos, sin] = [this.cosines[offset * step] ?? 1, this.sines[offset * step] ?? 0]
        const a = first + offset
        const b = a + half
        const [x, y] = [real[b] ?? 0, imaginary[b] ?? 0]
        const turnedX = x * cos + y * sin
        const turnedY = y * cos - x * sin
        real[b] = (real[a] ?? 0) - turnedX
        imaginary[b] = (imaginary[a] ?? 0) - turnedY
        real[a] = (real[a] ?? 0) + turnedX
        imaginary[a] = (imaginary[a] ?? 0) + turnedY
      }
  }

  /** Bit-reversal permutation. */
  private swap(real: Float64Array, imaginary: Float64Array): void {
    for (let at = 0, other = 0; at < this.size; at++) {
      if (at < other) {
        const [x, y] = [real[at] ?? 0, imaginary[at] ?? 0]
        real[at] = real[other] ?? 0
        imaginary[at] = imaginary[other] ?? 0
        real[other] = x
        imaginary[other] = y
      }
      let bit = this.size >> 1
      for (; bit > 0 && other & bit; bit >>= 1) other ^= bit
      other |= bit
    }
  }
}
