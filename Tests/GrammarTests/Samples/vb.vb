Option Explicit On
Option Strict On

Imports System
Imports System.Collections.Generic
Imports System.Linq

#Region "Orders"

Namespace Shop.Orders

    ''' <summary>What can be priced.</summary>
    Public Interface IPriced
        ReadOnly Property Total As Decimal
        Sub Print(ByVal copies As Integer)
    End Interface

    Public Enum Size
        Small = 1
        Large = &HFF
    End Enum

    Public Structure Point
        Public X As Double
        Public Y As Double
    End Structure

    <Serializable()>
    Public MustInherit Class Order
        Implements IPriced

        Private ReadOnly _lines As New List(Of String)
        Private Shared count As Integer = 0
        Protected Const Limit As Long = 1000L
        Public Event Changed(sender As Object, e As EventArgs)

        Public Sub New(name As String, Optional price As Decimal = 12.5D)
            MyBase.New()
            Me.Name = name
            count += 1
        End Sub

        Public Property Name As String

        Public Overridable ReadOnly Property Total As Decimal Implements IPriced.Total
            Get
                Return _lines.Sum(Function(line) line.Length * 1.5D)
            End Get
        End Property

        ' Adds a line and says whether it is new
        Public Function Add(ByRef line As String) As Boolean
            If String.IsNullOrEmpty(line) OrElse _lines.Contains(line) Then
                Return False
            ElseIf line = "a ""quoted"" text" AndAlso Not count > 3 Then
                Throw New ArgumentException("bad line")
            Else
                _lines.Add(line)
                RaiseEvent Changed(Me, EventArgs.Empty)
            End If
            Return True
        End Function

        Public Sub Print(ByVal copies As Integer) Implements IPriced.Print
            Dim i As Integer
            For i = 0 To copies - 1 Step 2
                Console.WriteLine($"{i}: {Name}")
            Next
            For Each line As String In _lines
                If line Is Nothing Then Continue For
            Next line
            Do While i > 0
                i -= 1
                If i = 5 Then Exit Do
            Loop
            While True
                Exit While
            End While
            Select Case i
                Case 0, 1
                    i = i Mod 2
                Case 2 To 8
                    i = i Xor &O17
                Case Else
                    i = CInt(1.5E3)
            End Select
        End Sub

        Public Async Function Load(path As String) As Task(Of String)
            Using reader As New IO.StreamReader(path)
                Try
                    Dim text = Await reader.ReadToEndAsync()
                    Return text.Trim()
                Catch ex As IO.IOException When ex.HResult <> 0
                    REM nothing to do
                    Return Nothing
                Finally
                    reader.Close()
                End Try
            End Using
        End Function
    End Class

    Module Program
        Sub Main(args() As String)
            Dim birthday As Date = #8/13/2002#
            Dim letter As Char = "a"c
            Dim names = From n In args Where n.Length > 2 Order By n Select n
            Dim numbers() As Integer = {1, 2, 3}
            Dim square As Func(Of Integer, Integer) = Function(x) x * x
            With New Point()
                .X = 1.5
                .Y = -2
            End With
            On Error Resume Next
            ReDim Preserve numbers(10)
            MsgBox("Hello" & vbCrLf & Len("world"))
            GoTo Done
Done:
            Call Print(numbers)
        End Sub
    End Module

End Namespace

#End Region
