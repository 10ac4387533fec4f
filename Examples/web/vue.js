// <Answer :src="'/api/v1/streams/ID/events?as=html&theme=paper'" @done="..." /> in Vue 3.
// The build must know that the element is none of Vue's: compilerOptions.isCustomElement = tag => tag === "ils-stream".
import { defineComponent, h, ref, watch } from "vue";
import "/client/ilsrender.js";

export const Answer = defineComponent({
  props: { src: { type: String, required: true }, headers: Object, follow: { type: Boolean, default: true } },
  emits: ["state", "done", "failed"],
  setup(props, { emit }) {
    const element = ref(null);
    watch(() => [element.value, props.src, props.headers], ([stream]) => {
      if (!stream) return;
      stream.headers = props.headers ?? {};
      stream.start();
    }, { flush: "post" });
    return () => h("ils-stream", {
      ref: element,
      src: props.src,
      follow: props.follow ? "" : undefined,
      "onIls-state": event => emit("state", event.detail),
      "onIls-done": event => emit("done", event.detail),
      "onIls-failed": event => emit("failed", event.detail),
    });
  },
});
