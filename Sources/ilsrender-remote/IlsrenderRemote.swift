import RenderClientNIO
@main enum M { static func main() {} }
