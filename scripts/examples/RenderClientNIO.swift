// The examples of RenderClientNIO also use RenderClient.
import RenderClient
