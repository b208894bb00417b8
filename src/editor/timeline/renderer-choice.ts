/**
 * Pixi's WebGL renderer costs 17 to 31 ms of other processes' CPU a frame where WebGL is software; its canvas renderer
 * then runs at 60 frames a second. With a GPU it is the other way round.
 */
export function chooseRenderer(): { preference: 'webgl' | 'canvas'; gpu: string } {
  const gpu = rendererName()
  const isSoftware = gpu === '' || /swiftshader|llvmpipe|softpipe|software|microsoft basic/i.test(gpu)
  return { preference: isSoftware ? 'canvas' : 'webgl', gpu }
}

function rendererName(): string {
  const gl = document.createElement('canvas').getContext('webgl2')
  if (!gl) return ''
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return name
}
