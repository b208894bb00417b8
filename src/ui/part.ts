import type { ComponentProps, ComponentType, ElementType } from 'react'

/** A part of the toolkit with the props that the product uses, and no others. */
export type Part<C extends ElementType, Props extends keyof ComponentProps<C>> = ComponentType<
  Pick<ComponentProps<C>, Props>
>
