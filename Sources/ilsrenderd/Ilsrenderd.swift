import RenderService
@main enum M { static func main() {} }
